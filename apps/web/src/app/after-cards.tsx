import { lazy, Suspense } from 'react'
import { useKeepsHere } from '../replica/index.ts'
import { ActivityNotice } from './activity-notice.tsx'

/** Few people keep copies of pages or all files on a device, so this code is loaded for them only. */
const KeepCopies = lazy(() => import('../replica/copies/keep-copies.tsx'))
const KeepFiles = lazy(() => import('../replica/files/keep-files.tsx'))

/** What runs beside the screens once they show cards. */
export function AfterCards({ userId }: { userId: string }) {
  const keepsCopies = useKeepsHere('copies')
  const keepsFiles = useKeepsHere('files')
  return (
    <>
      <ActivityNotice />
      <Suspense fallback={null}>
        {keepsCopies && <KeepCopies userId={userId} />}
        {keepsFiles && <KeepFiles userId={userId} />}
      </Suspense>
    </>
  )
}
