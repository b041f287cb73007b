import { measureAll } from './measure.ts'

/** `npm run attack -- [part of a name]`: attacks a built server and prints a table; see docs/attack.md. */
measureAll(process.argv[2] ?? '').then((isFine) => process.exit(isFine ? 0 : 1))
