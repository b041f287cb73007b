import { availableParallelism, totalmem } from 'node:os'

const MIB = 1024 * 1024

/** Memory and processors that this process may use. */
export interface Machine {
  /** MiB of the machine, or of the container or control group around this process, whichever is less. */
  readonly memoryMb: number
  /** Whether a container or control group sets the limit. */
  readonly isLimited: boolean
  readonly cores: number
}

/** MiB for the parts of the server that take most memory. */
interface MemoryShares {
  /** Default of `CARDINAL_REPLICA_MEMORY_MB`. */
  readonly replicas: number
  /** Heap of each thread that reads imported files, pages, or copies of pages. */
  readonly thread: number
  /** For all memory of the process that makes pictures. */
  readonly pictures: number
}

/** The limit of a group comes from `memory.max` (version 2) or `memory.limit_in_bytes` (version 1). */
export function measureMachine(
  total: number = totalmem(),
  constrained: number | undefined = process.constrainedMemory(),
): Machine {
  // Without a limit this is 0, undefined, or larger than any memory.
  const isLimited = constrained !== undefined && constrained > 0 && constrained < total
  const bytes = isLimited ? constrained : total
  return { memoryMb: Math.floor(bytes / MIB), isLimited, cores: availableParallelism() }
}

/**
 * The rest of the server takes 120 to 170 MiB. With 512 MiB, two of the threads at their limits still fit.
 * The largest picture that is read takes 75 MiB, in a process of 100.
 */
export function memorySharesOf({ memoryMb }: Pick<Machine, 'memoryMb'>): MemoryShares {
  const share = (part: number, least: number, most: number) =>
    Math.round(Math.min(most, Math.max(least, memoryMb * part)))
  return { replicas: share(1 / 8, 32, 512), thread: share(3 / 16, 96, 160), pictures: share(3 / 8, 192, 320) }
}

export const MACHINE = measureMachine()
export const MEMORY_SHARES = memorySharesOf(MACHINE)

export function describeMemory(replicaMb: number, { thread, pictures } = MEMORY_SHARES): string {
  const { memoryMb, isLimited, cores } = MACHINE
  const whose = isLimited ? 'the limit of its group' : 'this machine'
  return `Memory: ${memoryMb} MB (${whose}). At most ${replicaMb} hold workspaces ready, ${thread} each thread that reads files or pages, ${pictures} the one that makes pictures. Processor cores: ${cores}.`
}
