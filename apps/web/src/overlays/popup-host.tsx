import { useRouter, useRouterState } from '@tanstack/react-router'
import { createContext, lazy, type ReactNode, Suspense, use, useEffect } from 'react'
import { Dialog, ErrorBoundary, openPanels, SHEETS } from '../ui/index.ts'
import { bindAsking, settleQuestions } from './ask.ts'
import { type PopupName, slotOf } from './names.ts'
import { Arrived, Opening } from './opening.tsx'
import { type PopupAddress, stackOf } from './popup-address.ts'
import type { PopupRegistry, RegisteredPopup, ResolvedPopup } from './registry.ts'
import { orderOfOpening, type Popups, usePopups } from './use-popups.ts'

// No popup is open on the first screen.
const PageLink = lazy(() => import('./page-link.tsx'))

const RegistryContext = createContext<PopupRegistry>(new Map())

/** Makes the registry available to `usePrefetchPopup` and to the host. */
export function PopupRegistryProvider({
  registry,
  children,
}: {
  registry: PopupRegistry
  children: ReactNode
}) {
  return <RegistryContext value={registry}>{children}</RegistryContext>
}

/** Returns a function that loads a popup's code. Call it when the pointer or the focus reaches the popup's button. */
export function usePrefetchPopup(): (name: PopupName) => void {
  const registry = use(RegistryContext)
  return (name) => void registry.get(name)?.load()
}

/**
 * Shows the popups named in the address, the topmost last. Mounted once, next to the screens.
 *
 * @param scope the user and workspace whose data popups show; another scope remounts their content
 */
export function PopupHost({ scope }: { scope?: string }) {
  const registry = use(RegistryContext)
  const popups = usePopups()
  const address = useRouterState({ select: (state) => state.location.search as PopupAddress })
  const stack = stackOf(address, orderOfOpening())

  const router = useRouter()
  useEffect(() => closePanelsByBack(router), [router])
  useEffect(() => bindAsking(popups), [popups])
  const open = stack.join()
  useEffect(() => settleQuestions(open.split(',')), [open])

  return stack.map((name) => {
    const popup = registry.get(name)
    if (!popup) return null
    const resolved = popup.resolve(address.popups_params?.[name])
    return <OpenPopup key={name} popup={popup} resolved={resolved} popups={popups} scope={scope} />
  })
}

/** On screens where panels are sheets, Back closes the innermost panel instead of navigating. */
function closePanelsByBack({ history, navigate }: ReturnType<typeof useRouter>): () => void {
  let unblock = () => {}
  const unsubscribe = openPanels.subscribe((panels) => {
    unblock()
    unblock = () => {}
    const close = panels.at(-1)
    if (close === undefined || !matchMedia(SHEETS).matches) return
    // At the first history entry Back would leave the app without asking, so an entry is added.
    if (!history.canGoBack())
      void navigate({
        to: '.',
        search: true,
        hash: true,
        resetScroll: false,
        state: (before) => ({ ...before, hasSheet: true }) as never,
      })
    unblock = history.block({
      enableBeforeUnload: false,
      blockerFn({ action }: { readonly action: string }) {
        if (action !== 'BACK') return false
        close()
        return true
      },
    })
  })
  return () => {
    unsubscribe()
    unblock()
  }
}

function OpenPopup(props: {
  popup: RegisteredPopup
  resolved: ResolvedPopup
  popups: Popups
  scope: string | undefined
}) {
  const { popup, resolved, popups, scope } = props
  const { name } = popup
  const { title, isTitleHidden, size, isDrawer, role } = popup.definition
  const close = () => popups.close(name)
  return (
    <Dialog
      title={typeof title === 'function' ? title() : title}
      isTitleHidden={isTitleHidden}
      size={size}
      slot={isDrawer ? 'side' : slotOf(name)}
      role={role}
      actions={
        resolved.page !== null && (
          <Suspense fallback={null}>
            <PageLink page={resolved.page} />
          </Suspense>
        )
      }
      onClose={close}
    >
      <ErrorBoundary key={scope}>
        <Suspense fallback={<Opening />}>
          <resolved.Component params={resolved.params} close={close} />
          <Arrived />
        </Suspense>
      </ErrorBoundary>
    </Dialog>
  )
}
