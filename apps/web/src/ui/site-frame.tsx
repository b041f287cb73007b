import { Menu } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { Logo } from './logo.tsx'
import { Popover } from './popover.tsx'
import styles from './site-frame.module.css'
import { SkipLink } from './skip-link.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

interface SiteFrameProps {
  children: ReactNode
  /** At the right end of the bar: a link to sign in or to home. */
  actions?: ReactNode
  /** Path of this page, for `aria-current` of its link. */
  current?: string | undefined
  /** Whether the site sells plans, so that it links to prices, refunds and shipping. */
  isShop: boolean
}

type Link = readonly [href: string, label: string]

/** Pages about buying. Only sites with prices link to them. */
const SHOP_PAGES: ReadonlySet<string> = new Set(['/pricing', '/refund', '/shipping'])

const linksFor = (links: readonly Link[], isShop: boolean) =>
  links.filter(([href]) => isShop || !SHOP_PAGES.has(href))

const BAR_LINKS = [
  ['/docs', 'Manual'],
  ['/guides', 'Guides'],
  ['/pricing', 'Pricing'],
  ['/faqs', 'FAQs'],
] as const

const FOOTER_COLUMNS = [
  {
    title: 'Product',
    links: [
      ['/docs', 'Manual'],
      ['/guides', 'Guides'],
      ['/tips', 'Good habits'],
      ['/pricing', 'Pricing'],
    ],
  },
  {
    title: 'Cardinal',
    links: [
      ['/about', 'About'],
      ['/faqs', 'FAQs'],
      ['/contact', 'Contact'],
    ],
  },
  {
    title: 'Legal',
    links: [
      ['/privacy-policy', 'Privacy policy'],
      ['/terms-of-service', 'Terms of service'],
      ['/refund', 'Refunds'],
      ['/shipping', 'Shipping'],
    ],
  },
] as const

/** Bar, content and footer of every page for visitors. */
export function SiteFrame({ children, actions, current, isShop }: SiteFrameProps) {
  return (
    <div className={styles.frame}>
      <SkipLink to="content" text="Skip to content" />
      <header className={styles.bar}>
        <nav aria-label="Main" className={styles.nav}>
          <a href="/" className={styles.home} aria-label="Cardinal, start page">
            <Logo />
          </a>
          <ul className={styles.links}>
            {linksFor(BAR_LINKS, isShop).map(([href, label]) => (
              <li key={href}>
                <a href={href} aria-current={href === current ? 'page' : undefined} className={styles.link}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <ThemeSwitch />
        {actions && <div className={styles.actions}>{actions}</div>}
        <NarrowMenu current={current} isShop={isShop} />
      </header>
      <main id="content" tabIndex={-1} className={styles.content}>
        {children}
      </main>
      <SiteFooter isShop={isShop} />
    </div>
  )
}

/** The same links in a menu, for when the bar has no room. */
function NarrowMenu({ current, isShop }: { current: string | undefined; isShop: boolean }) {
  return (
    <div className={styles.narrowMenu}>
      <Popover
        label="Pages"
        placement="bottom-end"
        trigger={(props) => <IconButton label="Pages" icon={Menu} {...props} />}
      >
        <ul className={styles.narrowLinks}>
          {linksFor(BAR_LINKS, isShop).map(([href, label]) => (
            <li key={href}>
              <a href={href} aria-current={href === current ? 'page' : undefined}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </Popover>
    </div>
  )
}

function SiteFooter({ isShop }: { isShop: boolean }) {
  return (
    <footer className={styles.footer}>
      <div className={styles.footerInner}>
        <div className={styles.colophon}>
          <Logo />
          <p>Notes, links and todos, found again through the tags you remember.</p>
        </div>
        <nav aria-label="Footer" className={styles.columns}>
          {FOOTER_COLUMNS.map((column) => (
            <div key={column.title}>
              <h2 className={styles.columnTitle}>{column.title}</h2>
              <ul className={styles.columnLinks}>
                {linksFor(column.links, isShop).map(([href, label]) => (
                  <li key={href}>
                    <a href={href}>{label}</a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
    </footer>
  )
}
