import { type ComponentType, useEffect, useState } from 'react'
import { Toaster } from '../ui/toaster.tsx'

/** What a public page is drawn into, the same at build and in the browser. */
export function PublicRoot({ page: Page }: { page: ComponentType }) {
  return (
    <>
      <Page />
      <ClientParts />
    </>
  )
}

/** Toasts are drawn into the body, which must wait until the page that came as HTML has been taken over. */
function ClientParts() {
  const [isTakenOver, setIsTakenOver] = useState(false)
  useEffect(() => {
    setIsTakenOver(true)
    // boot.js has kept what was pressed until now.
    dispatchEvent(new Event('page-awake'))
  }, [])
  return isTakenOver ? <Toaster /> : null
}
