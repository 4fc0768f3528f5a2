// Output channels reach the workbench through files that the native spdlog writes. This stand-in has the calls
// VS Code makes and appends synchronously, so that a channel is never empty and nothing has to be compiled.
const fs = require('node:fs');
const path = require('node:path');

const LEVELS = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];
const INFO = LEVELS.indexOf('info');

class Logger {
  #file;
  #level = INFO;
  #stamped = true;
  #closed = false;

  constructor(file) {
    this.#file = file;
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.appendFileSync(file, '');
  }

  append(level, message) {
    if (this.#closed || level < this.#level) return;
    const line = this.#stamped ? `${localTime()} [${LEVELS[level]}] ${message}\n` : message;
    try {
      fs.appendFileSync(this.#file, line);
    } catch {
      this.#closed = true; // the directory went away: the host is shutting down
    }
  }

  getLevel() {
    return this.#level;
  }
  setLevel(level) {
    this.#level = level;
  }
  setPattern() {
    this.#stamped = true;
  }
  clearFormatters() {
    this.#stamped = false;
  }
  flush() {}
  drop() {
    this.#closed = true;
  }
}

function localTime() {
  const now = new Date();
  const shifted = new Date(now.getTime() - now.getTimezoneOffset() * 60_000);
  return shifted.toISOString().replace('T', ' ').slice(0, 23);
}

for (const [level, name] of ['trace', 'debug', 'info', 'warn', 'error', 'critical'].entries())
  Logger.prototype[name] = function log(message) {
    this.append(level, message);
  };

const rotating = async (_name, file) => new Logger(file);

exports.version = 11500;
exports.Logger = class extends Logger {
  constructor(_kind, _name, file) {
    super(file);
  }
};
exports.createRotatingLogger = rotating;
exports.createAsyncRotatingLogger = rotating;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
