// `npm run exchange -- --port 0 --seed 1 …`: the demo exchange over HTTP on loopback. One line of JSON says where it is
// and which key signs; then it serves until it is stopped.
import '../src/demo/cli.ts';
