import { simulateSeeds } from './simulated-seeds.ts'

simulateSeeds(1, [])
