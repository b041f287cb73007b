import { MonitorDown } from 'lucide-react'
import { useInstall } from '../../../service-worker/index.ts'
import { Button, IconButton, toast } from '../../../ui/index.ts'

/** Offers to install the app while the browser would let it, and only then (OF-1). */
export function InstallButton({ isWide }: { isWide: boolean }) {
  const { showInstallButton, install } = useInstall()
  if (!showInstallButton) return null
  const ask = async () => {
    if (await install()) toast('Installed')
  }
  return isWide ? (
    <Button size="sm" tone="quiet" icon={MonitorDown} onClick={() => void ask()}>
      Install the app
    </Button>
  ) : (
    <IconButton label="Install the app" icon={MonitorDown} size="sm" onClick={() => void ask()} />
  )
}
