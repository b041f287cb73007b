import { readFileSync, writeFileSync } from 'node:fs'
import { arch, cpus, platform, release, totalmem } from 'node:os'
import type { AskableWorkspace } from '@cardinal/engine'

export interface Measurement {
  readonly workload: string
  readonly metric: string
  readonly value: number
  readonly unit: string
  /** Null: no goal; the figure is only for comparison. */
  readonly goal: number | null
  readonly met: boolean | null
}

/** `atMost` for times and sizes, `atLeast` for rates and ratios. */
export type Goal = { readonly atMost: number } | { readonly atLeast: number }

export type Report = (metric: string, value: number, unit: string, goal?: Goal) => void

export interface Options {
  /** Whether to include the corpora that take minutes. */
  readonly isLarge: boolean
}

export interface Workload {
  readonly name: string
  readonly run: (report: Report, options: Options) => void | Promise<void>
}

/**
 * Runs workloads one after the other and prints a table. Stores the figures of each workload when it ends,
 * and keeps the stored figures of the others.
 */
export async function runWorkloads(
  workloads: readonly Workload[],
  options: Options,
  file: string,
): Promise<void> {
  let results = keptResults(file)
  for (const workload of workloads) {
    const measurements: Measurement[] = []
    await workload.run((metric, value, unit, goal) => {
      const measurement = {
        workload: workload.name,
        metric,
        value: rounded(value),
        unit,
        ...judged(value, goal),
      }
      measurements.push(measurement)
      process.stdout.write(`${lineOf(measurement)}\n`)
    }, options)
    results = [...results.filter((each) => each.workload !== workload.name), ...measurements]
    writeFileSync(file, `${JSON.stringify({ machine: machine(), results }, null, 2)}\n`)
  }
}

/** The machine; figures of two machines don't compare. */
export function machine() {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()} ${arch()}`,
    node: process.version,
  }
}

/**
 * Time of each call, in ms: the median of five rounds over all calls, after five rounds to warm up. The median ignores
 * rounds in which the machine was busy. A round makes every call once, so that no call finds its own data in the CPU's
 * cache.
 */
export function timed(calls: readonly (() => void)[]): number[] {
  for (let round = 0; round < ROUNDS; round++) for (const call of calls) call()
  const times: number[][] = calls.map(() => [])
  for (let round = 0; round < ROUNDS; round++) {
    calls.forEach((call, i) => {
      times[i]?.push(timeOf(call))
    })
  }
  return times.map((ofCall) => quantile(ofCall, 0.5))
}

/** Returns ms. */
export function timeOf(call: () => void): number {
  const start = performance.now()
  call()
  return performance.now() - start
}

/** Does all deferred work of a workspace, as the app does between questions. */
export function flushAll(workspace: AskableWorkspace): void {
  let isBehind = true
  while (isBehind) isBehind = workspace.flush()
}

const ROUNDS = 5

/** The quantile at `share`, 0 to 1. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

/** Bytes in use after a garbage collection. Needs `--expose-gc`. */
export function bytesInUse(): number {
  if (globalThis.gc === undefined) throw new Error('Run with node --expose-gc')
  for (let i = 0; i < 3; i++) globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

function judged(value: number, goal: Goal | undefined): { goal: number | null; met: boolean | null } {
  if (goal === undefined) return { goal: null, met: null }
  if ('atMost' in goal) return { goal: goal.atMost, met: value <= goal.atMost }
  return { goal: goal.atLeast, met: value >= goal.atLeast }
}

function keptResults(file: string): Measurement[] {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { results: Measurement[] }).results
  } catch {
    // The file is missing or unreadable.
    return []
  }
}

function rounded(value: number): number {
  return Number(value.toPrecision(4))
}

function lineOf({ workload, metric, value, unit, goal, met }: Measurement): string {
  const judgement = goal === null ? '' : `${met ? 'met   ' : 'MISSED'} goal ${goal}`
  return `${workload.padEnd(18)} ${metric.padEnd(52)} ${String(value).padStart(10)} ${unit.padEnd(8)} ${judgement}`
}
