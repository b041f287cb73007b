import { SiteFrame } from '../../ui/index.ts'

export default function LandingPage() {
  return (
    <SiteFrame>
      <h1>Find what you saved by the tag you remember</h1>
    </SiteFrame>
  )
}
