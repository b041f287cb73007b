// The worked examples of this room's queries in one file, for mutation testing: starting a file costs more than its tests.
// Tests that compare random answers are left out: an example that names the rule must find a mutant, and quickly.
import.meta.glob(
  ['./src/queries/*.test.ts', '!./src/queries/first-page.test.ts', './src/reference/*.test.ts'],
  {
    eager: true,
  },
)

export {}
