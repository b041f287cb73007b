import { simulateSeeds } from './simulated-seeds.ts'

simulateSeeds(1, [48, 151, 161, 264, 10008, 32_453])
