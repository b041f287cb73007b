import { useSiteOptions } from '../shared/site/site-options.ts'
import { LinkButton } from '../ui/index.ts'
import { SiteFrame } from '../ui/site-frame.tsx'
import styles from './not-found.module.css'
import { useTabTitle } from './page-title.ts'

/** The page for unknown addresses, with links to known ones. */
export function NotFound() {
  const { kind } = useSiteOptions()
  useTabTitle('Not Found')
  return (
    <SiteFrame isShop={kind === 'public'}>
      <div className={styles.place}>
        <p className={styles.code}>404</p>
        <h1 className={styles.title}>Not Found</h1>
        <p className={styles.text}>Nothing is kept under this address. It may have been moved or mistyped.</p>
        <div className={styles.actions}>
          <LinkButton href="/home" tone="primary">
            Go home
          </LinkButton>
          <LinkButton href="/docs">Read the docs</LinkButton>
        </div>
      </div>
    </SiteFrame>
  )
}
