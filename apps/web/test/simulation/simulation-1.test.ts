import { simulateSeeds } from './simulated-seeds.ts'

simulateSeeds(0, [6, 37, 71, 72, 84, 111, 140, 187, 234, 241, 5056, 20_058, 30_064, 930_277])
