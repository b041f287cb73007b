import { type ComponentType, useEffect, useState } from 'react'
import { Toaster } from '../ui/toaster.tsx'

/** Root element of a public page. Renders the same at build and in the browser. */
export function PublicRoot({ page: Page }: { page: ComponentType }) {
  return (
    <>
      <Page />
      <ClientParts />
    </>
  )
}

/** Toasts are rendered into the body, which may change only after the prerendered page is hydrated. */
function ClientParts() {
  const [isTakenOver, setIsTakenOver] = useState(false)
  useEffect(() => {
    setIsTakenOver(true)
    // boot.js has recorded clicks until now.
    dispatchEvent(new Event('page-awake'))
  }, [])
  return isTakenOver ? <Toaster /> : null
}
