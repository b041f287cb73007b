import type { ActEffects, PreviewedAct } from '../../replica/index.ts'

/** Says how many steps lead to the cards of an act; empty where nothing leads to them, now or afterwards. */
export function stepsWords({ before, after }: ActEffects['finding']): string {
  if (before === null && after === null) return ''
  if (after === null)
    return `Finding one of these cards by a tag takes ${steps(before)} now. Afterwards they have none.`
  if (before === null) return `These cards have no tag now. Finding one takes ${steps(after)} afterwards.`
  const isSame = number(before) === number(after)
  return `Finding one of these cards by a tag takes ${isSame ? `${steps(before)}, now and afterwards` : `${steps(before)} now, ${number(after)} afterwards`}.`
}

/**
 * Returns whether cards stay that have other tags afterwards; what else an act changes leaves the ways to them as they
 * are.
 */
export function changesTags({ cardExamples }: Pick<PreviewedAct, 'cardExamples'>): boolean {
  return cardExamples.some(
    ({ before, after }) => after !== null && JSON.stringify(before.tags) !== JSON.stringify(after.tags),
  )
}

function steps(mean: number | null): string {
  return `${number(mean)} ${number(mean) === '1' ? 'step' : 'steps'}`
}

function number(mean: number | null): string {
  const steps = mean ?? 0
  return steps.toLocaleString('en', { maximumFractionDigits: steps < 10 ? 1 : 0 })
}
