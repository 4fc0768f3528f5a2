import { bodyOf, type ReplyFault, sent } from './delivery.ts';
import { objectText, type Shape, written } from './reshape.ts';

/** Names by which a thing is told from others: a fault about other values leaves them alone. */
const IDENTITIES: ReadonlySet<string> = new Set([
  'id',
  'slug',
  'marketSlug',
  'market_slug',
  'eventSlug',
  'tradeId',
  'transactionId',
  'canceledOrderIds',
]);

const PROTOTYPE = '{"polluted":true,"isAdmin":true,"toString":"polluted","value":"1"}';

/** Right JSON that is not what the interface says. */
export const SHAPE_FAULTS: readonly ReplyFault[] = [
  replaced('missing-everything', 'an empty object', () => '{}'),
  replaced(
    'error-in-200',
    'an error, called 200',
    () => '{"code":13,"message":"broken inside","details":[]}',
  ),
  replaced('wrapped-twice', 'the reply inside of another object', (text) => `{"data":{"result":${text}}}`),
  replaced('in-a-list', 'the reply inside of a list', (text) => `[${text}]`),
  reshaped('nothing-but-null', 'every value is null', {
    text: () => 'null',
    number: () => 'null',
    flag: () => 'null',
  }),
  reshaped('lists-are-null', 'every list is null', { list: () => 'null' }),
  reshaped('lists-are-objects', 'every list is an object', { list: (items) => `{"0":${items[0] ?? 1}}` }),
  reshaped('objects-are-lists', 'every object below the first is a list', {
    object: (fields, key) =>
      key === '' ? objectText(fields) : `[${fields.map(([, value]) => value).join(',')}]`,
  }),
  reshaped('empty-texts', 'every text is empty, ids too', { text: () => '""' }),
  reshaped('wrong-types', 'texts are numbers, numbers are lists, flags are texts', {
    text: (value, key) => (IDENTITIES.has(key) ? JSON.stringify(value) : '7'),
    number: (value) => `[${value}]`,
    flag: (value) => `"${value ? 'maybe' : 'perhaps'}"`,
  }),
  reshaped('wrong-identities', 'ids and slugs are objects', {
    text: (value, key) => (IDENTITIES.has(key) ? `{"is":${JSON.stringify(value)}}` : JSON.stringify(value)),
  }),
  reshaped('path-identities', 'ids and slugs are steps of a path', {
    text: (value, key) => JSON.stringify(IDENTITIES.has(key) ? '..' : value),
  }),
  reshaped('same-identities', 'every id and slug is the same', {
    text: (value, key) => JSON.stringify(IDENTITIES.has(key) ? 'same' : value),
  }),
  reshaped('texts-of-nothing', 'every text is NaN, undefined or [object Object]', {
    text: (value, key) =>
      IDENTITIES.has(key) ? JSON.stringify(value) : (NONSENSE[value.length % 3] ?? '""'),
  }),
  numbers('not-a-number', '"NaN" for every number', () => '"NaN"'),
  numbers('infinite', '1e999 for every number', () => '1e999'),
  numbers('huge-numbers', '99 digits for every number', () => '9'.repeat(99)),
  numbers('tiny-numbers', '1e-99 for every number', () => '1e-99'),
  numbers('negative-numbers', 'minus one million for every number', () => '-1000000'),
  numbers('long-fractions', '60 decimals for every number', () => `0.${'3'.repeat(60)}`),
  numbers('odd-numerals', 'a numeral of another script for every number', () => '"٣"'),
  numbers('hexadecimal-numbers', '"0x10" for every number', () => '"0x10"'),
  numbers('grouped-numbers', '"1,000" for every number', () => '"1,000"'),
  reshaped('lone-surrogates', 'half a character in every text, ids too', {
    text: (value) => `${JSON.stringify(value).slice(0, -1)}\\ud800"`,
  }),
  reshaped('control-characters', 'controls and direction marks in every text but ids', {
    text: (value, key) =>
      IDENTITIES.has(key)
        ? JSON.stringify(value)
        : JSON.stringify(`\u202e${value}\u0000\u001b[31m\u2066\u200f`),
  }),
  reshaped('markup', 'markup, links and icons in every text but ids', {
    text: (value, key) =>
      JSON.stringify(
        IDENTITIES.has(key) ? value : `[x](command:a) <b>${value}</b> $(zap) ![p](https://p.invalid)`,
      ),
  }),
  reshaped('long-texts', '4,000 characters in every text but ids', {
    text: (value, key) => JSON.stringify(IDENTITIES.has(key) ? value : value.padEnd(4_000, 'long ')),
  }),
  reshaped('impossible-times', 'times that never were', {
    text: (value) => (/^\d{4}-\d\d-\d\dT/.test(value) ? '"2026-02-30T25:61:00Z"' : JSON.stringify(value)),
  }),
  reshaped('distant-times', 'times of the year 9999', {
    text: (value) => (/^\d{4}-\d\d-\d\dT/.test(value) ? '"9999-12-31T23:59:59Z"' : JSON.stringify(value)),
  }),
  reshaped('unknown-codes', 'members nobody listed', {
    text: (value) => JSON.stringify(/^[A-Z0-9]+(?:_[A-Z0-9]+)+$/.test(value) ? `${value}_TOMORROW` : value),
    number: (value, key) => (CODES.has(key) ? '4711' : String(value)),
  }),
  reshaped('duplicate-keys', 'every name twice, nonsense first', {
    object: (fields) =>
      objectText(
        fields.flatMap(([name, value]) => [
          [name, '"first"'],
          [name, value],
        ]),
      ),
  }),
  reshaped('duplicate-keys-nonsense-last', 'every name twice, nonsense last', {
    object: (fields) =>
      objectText(
        fields.flatMap(([name, value]) => [
          [name, value],
          [name, '["last"]'],
        ]),
      ),
  }),
  reshaped('both-spellings', 'every name also in snake case, with nonsense', {
    object: (fields) => objectText([...fields, ...fields.map(([name]) => [snake(name), '[false]'] as const)]),
  }),
  reshaped('prototype', '__proto__, constructor and prototype in every object', {
    object: (fields) =>
      objectText([
        ['__proto__', PROTOTYPE],
        ...fields,
        ['constructor', `{"prototype":${PROTOTYPE}}`],
        ['prototype', PROTOTYPE],
        ['__defineGetter__', '1'],
        ['hasOwnProperty', '1'],
        ['toString', '"x"'],
        ['then', '"x"'],
      ]),
  }),
  reshaped(
    'prototype-in-snake',
    'to_string and other names camel case turns into those of any object, _ and _proto_',
    {
      object: (fields) =>
        objectText([
          ...['to_string', 'value_of', 'has_own_property'].map((name) => [name, '"x"'] as const),
          ['_', '1'],
          ['__proto__', PROTOTYPE],
          ['_proto_', PROTOTYPE],
          ...fields,
        ]),
    },
  ),
  reshaped('more-fields', 'a hundred fields nobody knows in every object', {
    object: (fields) =>
      objectText([
        ...fields,
        ...Array.from({ length: 100 }, (_, at) => [`unknownField${at}`, '{"a":[1]}'] as const),
      ]),
  }),
  reshaped('odd-items', 'every list also has null, a number, a text, a list and an object', {
    list: (items) => `[${['null', '7', '"x"', '[]', '{}', ...items].join(',')}]`,
  }),
  reshaped('items-twice', 'every list has its elements twice', {
    list: (items) => `[${[...items, ...items].join(',')}]`,
  }),
  reshaped('other-thing', 'the right reply about something else', {
    text: (value, key) => JSON.stringify(IDENTITIES.has(key) && value !== '' ? `other-${value}` : value),
  }),
];

const NONSENSE: readonly string[] = ['"NaN"', '"undefined"', '"[object Object]"'];
const CODES: ReadonlySet<string> = new Set(['side', 'type', 'tif', 'intent', 'state']);

function replaced(name: string, what: string, change: (text: string) => string): ReplyFault {
  return {
    name,
    what,
    group: 'shape',
    deliver: (request, answer) => {
      const reply = answer(request);
      return sent(reply, { body: bodyOf(change(new TextDecoder().decode(reply.body))) });
    },
  };
}

function reshaped(name: string, what: string, shape: Shape): ReplyFault {
  return replaced(name, what, (text) => written(JSON.parse(text), shape));
}

/** Of every number, and of every text that is one: prices are written as texts. */
function numbers(name: string, what: string, number: () => string): ReplyFault {
  const bare = (): string => number();
  return reshaped(name, what, {
    number: bare,
    text: (value, key) => {
      if (IDENTITIES.has(key) || !/^-?\d+(?:\.\d+)?$/.test(value)) return JSON.stringify(value);
      const text = number();
      return text.startsWith('"') ? text : `"${text}"`;
    },
  });
}

function snake(name: string): string {
  const other = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return other === name ? `${name}_` : other;
}
