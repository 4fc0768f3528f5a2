/** For a branch the types rule out: fails to compile when a member of the union is not handled. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
