import { LinkButton } from '../../ui/index.ts'
import { useSiteOptions } from '../site/site-options.ts'

/** Links from a limit to the plans, or to the operator if the site sells none. */
export function PlanLink() {
  const { takesPayments } = useSiteOptions()
  return (
    <LinkButton size="sm" tone="primary" href={takesPayments ? '/pricing' : '/contact'}>
      {takesPayments ? 'See plans' : 'Ask the operator'}
    </LinkButton>
  )
}
