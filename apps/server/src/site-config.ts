import type { SITES, Variables } from './config-variables.ts'

/** What the public pages are for, and who answers for them. */
export interface SiteConfig {
  readonly kind: (typeof SITES)[number]
  /** Whom the texts name as the one who runs the site. */
  readonly operatorName: string
  /** For letters; empty: none is named. */
  readonly operatorAddress: string
  /** The end of the sentence "These terms are governed by …". */
  readonly operatorLaw: string
}

/** The site of the specification: its office is in Pune. */
const PUBLIC = {
  operatorName: 'Cardinal',
  operatorAddress: 'Baner Road, Pune 411045, Maharashtra, India',
  operatorLaw: 'the laws of India, and courts in Pune, Maharashtra, have jurisdiction',
}
/** A server that somebody runs for a household, a team or friends. */
const PRIVATE = {
  operatorName: 'the operator of this server',
  operatorAddress: '',
  operatorLaw: 'the law of the place where the operator of this server lives',
}

/** Reads what the site is: private, unless it has prices or is said to be public. */
export function siteOf(set: Variables): SiteConfig {
  const kind = set.CARDINAL_SITE ?? (set.CARDINAL_PRICES.length > 0 ? 'public' : 'private')
  const texts = kind === 'public' ? PUBLIC : PRIVATE
  return {
    kind,
    operatorName: set.CARDINAL_OPERATOR_NAME ?? texts.operatorName,
    operatorAddress: set.CARDINAL_OPERATOR_ADDRESS ?? texts.operatorAddress,
    operatorLaw: set.CARDINAL_OPERATOR_LAW ?? texts.operatorLaw,
  }
}
