import { LinkButton } from '../../ui/index.ts'
import { useSiteOptions } from '../site/site-options.ts'

/** Leads from a limit to where more can be had: the plans, or the operator where nothing can be paid for here. */
export function PlanLink() {
  const { takesPayments } = useSiteOptions()
  return (
    <LinkButton size="sm" tone="primary" href={takesPayments ? '/pricing' : '/contact'}>
      {takesPayments ? 'See plans' : 'Ask the operator'}
    </LinkButton>
  )
}
