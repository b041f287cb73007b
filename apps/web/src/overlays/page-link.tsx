import { useRouterState } from '@tanstack/react-router'
import { Maximize2 } from 'lucide-react'
import { LinkButton } from '../ui/index.ts'

/**
 * A link from a popup to its page. Keeps home's parameters for the way back.
 *
 * @param page address with the popup's parameters
 */
export default function PageLink({ page }: { page: string }) {
  const option = useRouterState({
    select: ({ location }) => (location.search as { primary_opt?: string }).primary_opt,
  })
  const [path = '', query = ''] = page.split('?')
  const params = new URLSearchParams(query)
  if (option !== undefined && !params.has('primary_opt')) params.set('primary_opt', option)
  return (
    <LinkButton
      size="sm"
      tone="quiet"
      icon={Maximize2}
      href={`${path}?${params}`}
      title="Open as a page"
      aria-label="Open as a page"
    />
  )
}
