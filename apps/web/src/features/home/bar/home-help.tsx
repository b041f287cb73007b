import { CircleHelp } from 'lucide-react'
import { lazy, Suspense, useContext } from 'react'
import { HelpContext, IconButton, Popover, Skeleton } from '../../../ui/index.ts'

const HelpList = lazy(() => import('./home-help-list.tsx'))

/** Renders the help button of home, which explains each control. Not shown when help is turned off. */
export function HomeHelp() {
  const isWanted = useContext(HelpContext)
  if (!isWanted) return null
  return (
    <Popover
      label="Help: this page"
      placement="bottom-end"
      trigger={(trigger) => <IconButton label="Help: this page" icon={CircleHelp} size="sm" {...trigger} />}
    >
      <Suspense fallback={<Skeleton lines={6} />}>
        <HelpList />
      </Suspense>
    </Popover>
  )
}
