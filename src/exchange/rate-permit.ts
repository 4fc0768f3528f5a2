/**
 * A place in the service's rate for one request, which keeps all others from it until then. Part of the port: what is to be
 * done last before a request that is sent once is done between its turn and its leaving.
 */
export interface RatePermit {
  /** The request leaves now. False: the turn was used or given back before. */
  leave(): boolean;
  /** Nothing leaves, somebody else may; or what left is over, answered or not. Does nothing a second time. */
  release(): void;
}
