// Runs the unit tests once for each mutant, in the process that loaded them. Stryker's own mocha runner does not load
// with mocha 12.
import path from 'node:path';
import type { StrykerOptions } from '@stryker-mutator/api/core';
import { commonTokens, declareFactoryPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin';
import {
  type DryRunOptions,
  type DryRunResult,
  DryRunStatus,
  determineHitLimitReached,
  type MutantRunOptions,
  type MutantRunResult,
  type TestResult,
  type TestRunner,
  type TestRunnerCapabilities,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import Mocha from 'mocha';
import { testFiles } from '../../test/support/mocha.ts';

/** What the mutated code reads and counts in; Stryker fixes its name. */
interface InstrumenterContext {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: NonNullable<Extract<DryRunResult, { status: DryRunStatus.Complete }>['mutantCoverage']>;
}

const shared = globalThis as { __stryker__?: InstrumenterContext };
shared.__stryker__ ??= {};
const context = shared.__stryker__;

class Silent extends Mocha.reporters.Base {}

class InProcessRunner implements TestRunner {
  readonly #folders: readonly string[];
  /** Files that take seconds and cover everything: one run of them for each mutant would take a day. */
  readonly #slow: RegExp;
  readonly #mocha = new Mocha({ ui: 'bdd', timeout: 0, reporter: Silent });
  #isLoaded = false;

  constructor(options: StrykerOptions) {
    this.#folders = options['testFolders'] as readonly string[];
    this.#slow = new RegExp(String(options['slowTests']));
    this.#mocha.cleanReferencesAfterRun(false);
    // Read by the mutated code, so coverage is known for each test.
    this.#mocha.suite.beforeEach(function (this: Mocha.Context) {
      context.currentTestId = this.currentTest?.fullTitle();
    });
  }

  capabilities(): TestRunnerCapabilities {
    // A module that was imported stays: a mutant that runs at loading needs a process of its own.
    return { reloadEnvironment: false };
  }

  async dryRun(options: DryRunOptions): Promise<DryRunResult> {
    const result = await this.#run(options.disableBail);
    return result.status === DryRunStatus.Complete && options.coverageAnalysis !== 'off'
      ? { ...result, ...(context.mutantCoverage && { mutantCoverage: context.mutantCoverage }) }
      : result;
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    context.hitLimit = options.hitLimit;
    context.hitCount = options.hitLimit === undefined ? undefined : 0;
    const titles = options.testFilter?.map((title) => `^${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
    this.#mocha.grep(new RegExp(titles?.join('|') ?? ''));
    if (options.mutantActivation === 'static') context.activeMutant = options.activeMutant.id;
    return toMutantRunResult(await this.#run(options.disableBail, options.activeMutant.id));
  }

  async #run(disableBail: boolean, activeMutant?: string): Promise<DryRunResult> {
    try {
      await this.#load();
      bail(this.#mocha.suite, !disableBail);
      context.activeMutant = activeMutant;
      const tests: TestResult[] = [];
      await new Promise<void>((resolve) => {
        const runner = this.#mocha.run(() => resolve());
        runner.on('pass', (test) => tests.push({ ...described(test), status: TestStatus.Success }));
        runner.on('fail', (test: Mocha.Test, error: Error) =>
          tests.push({
            ...described(test),
            status: TestStatus.Failed,
            failureMessage: String(error?.message),
          }),
        );
      });
      return (
        determineHitLimitReached(context.hitCount, context.hitLimit) ?? {
          status: DryRunStatus.Complete,
          tests,
        }
      );
    } catch (cause) {
      return { status: DryRunStatus.Error, errorMessage: String(cause) };
    }
  }

  async #load(): Promise<void> {
    if (this.#isLoaded) return;
    for (const folder of this.#folders)
      for (const file of await testFiles(path.resolve(folder)))
        if (!this.#slow.test(file)) this.#mocha.addFile(file);
    await this.#mocha.loadFilesAsync();
    this.#isLoaded = true;
  }
}

function described(test: Mocha.Runnable): Pick<TestResult, 'id' | 'name' | 'timeSpentMs'> {
  return { id: test.fullTitle(), name: test.fullTitle(), timeSpentMs: test.duration ?? 0 };
}

function bail(suite: Mocha.Suite, isOn: boolean): void {
  suite.bail(isOn);
  for (const child of suite.suites) bail(child, isOn);
}

const create = (options: StrykerOptions): TestRunner => new InProcessRunner(options);
create.inject = tokens(commonTokens.options);

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'in-process', create)];
