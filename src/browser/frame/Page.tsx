import { Suspense } from 'react'
import { useSession } from '../data/session.tsx'
import { useSearchParams } from '../router/router.tsx'
import { Crash } from './Crash.tsx'
import { PageSkeleton } from './FrameSkeleton.tsx'
import { LicencePage } from './Licence.tsx'
import { NotFound } from './NotFound.tsx'
import { drawn } from './page.ts'
import { pages } from './pages.ts'
import type { Place } from './place.ts'
import { useAhead } from './useAhead.ts'
import { usePlace } from './usePlace.ts'

const ListPage = drawn(pages.list)
const FormPage = drawn(pages.form)
const ScreenPage = drawn(pages.screen)
const ImportPage = drawn(pages.import)
const ReportPage = drawn(pages.report)

/** The page of the current address. */
export function Page() {
  const place = usePlace()
  useAhead()
  const { store, adminActive } = useSession()
  if (!place) return <NotFound />
  if (!adminActive && !stays(place)) return <LicencePage />
  return (
    // A store's pages share nothing with another's: everything is drawn anew.
    <Crash key={`${store?.id} ${keyOf(place)}`}>
      <Suspense fallback={<PageSkeleton />}>
        <Content place={place} />
      </Suspense>
    </Crash>
  )
}

/** What remains without a licence: pages that any signed-in person has. */
const stays = (place: Place): boolean => place.kind === 'screen' && place.screen.gate === 'logged'

/** Two addresses of the same key are the same page: a form's tabs. */
function keyOf(place: Place): string {
  if (place.kind === 'screen') return place.screen.path
  if (place.kind === 'import') return place.load.path
  if (place.kind === 'report') return place.report.path
  return place.kind === 'list' ? place.register.name : `${place.register.name} ${place.id}`
}

function Content({ place }: { readonly place: Place }) {
  const [query] = useSearchParams()
  if (place.kind === 'list') return <ListPage register={place.register} />
  if (place.kind === 'screen') return <ScreenPage screen={place.screen} rest={place.rest} />
  if (place.kind === 'import') return <ImportPage load={place.load} />
  if (place.kind === 'report') return <ReportPage report={place.report} />
  return <FormPage register={place.register} id={place.id} tab={place.tab} variant={query.get('variant') ?? undefined} />
}
