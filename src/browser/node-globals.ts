// What Node has by itself and a browser has not, as far as the extension uses it. The bundler puts these in their places.

const encoder = new TextEncoder();

export const Buffer = {
  byteLength: (text: string): number => encoder.encode(text).byteLength,
  /** UTF-8 alone: keys are written in other encodings, and there are none here. */
  from: (text: string, ...encodings: readonly string[]): Uint8Array => {
    if (encodings.length > 0) throw new TypeError(`There is no ${encodings.join()} in a browser`);
    return encoder.encode(text);
  },
  concat: (parts: readonly Uint8Array[]): Uint8Array => {
    const whole = new Uint8Array(parts.reduce((size, part) => size + part.byteLength, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.byteLength;
    }
    return whole;
  },
};

export const process = { env: {}, platform: 'browser' };

export const setImmediate = (work: () => void): unknown => setTimeout(work, 0);
export const clearImmediate = (waiting: unknown): void => clearTimeout(waiting as number);
