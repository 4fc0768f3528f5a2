import { registerHooks } from 'node:module';

const counting = new URL('./counting-emitter.ts', import.meta.url).href;
const plain = new URL('../../../src/base/event.ts', import.meta.url).href;

// From here on every emitter counts its listeners. Import this before anything that loads them, and that by `import()`.
registerHooks({
  resolve: (specifier, context, next) => {
    const resolved = next(specifier, context);
    return resolved.url === plain && context.parentURL !== counting
      ? { ...resolved, url: counting }
      : resolved;
  },
});
