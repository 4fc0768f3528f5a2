import { registerHooks } from 'node:module';

// From here on the editor's module is the stand-in. Import this before anything that loads it, and that by `import()`.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'vscode' ? new URL('./vscode.ts', import.meta.url).href : specifier, context),
});
