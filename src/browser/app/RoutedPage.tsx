import { Activity, memo, Suspense } from 'react'
import { useSession } from '../data/session.tsx'
import { type Location, sameLocation } from '../router/history.ts'
import { isSameRoute, type Route } from '../router/route.ts'
import { LocationContext, useLocation, useSearchParams } from '../router/router.tsx'
import { useRoute } from '../router/useRoute.ts'
import { PageSkeleton } from '../shell/FrameSkeleton.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { lazyComponent } from '../ui/lazyModule.ts'
import { pageModules } from './pageModules.ts'
import { usePagePrefetch } from './usePagePrefetch.ts'

const NotFound = lazyComponent(pageModules.notFound)
const LicencePage = lazyComponent(pageModules.licence)
const ListPage = lazyComponent(pageModules.list)
const FormPage = lazyComponent(pageModules.form)
const ScreenPage = lazyComponent(pageModules.screen)
const ImportPage = lazyComponent(pageModules.import)
const ReportPage = lazyComponent(pageModules.report)

/** The page of the current address, and unseen beside it the one whose link is being pressed: the click only has to show it. */
export function RoutedPage() {
  const location = useLocation()
  const place = useRoute()
  const [coming, forget] = usePagePrefetch()
  const { store, adminActive } = useSession()
  if (!place || (!adminActive && !stays(place)))
    return <Suspense fallback={<PageSkeleton />}>{place ? <LicencePage /> : <NotFound />}</Suspense>
  // A store's pages share nothing with another's: everything is drawn anew.
  const key = `${store?.id} ${keyOf(place)}`
  const next = coming && `${store?.id} ${keyOf(coming.place)}`
  // It has come, or another way to it.
  if (next === key) forget()
  return [
    <Activity key={key} mode="visible">
      <PageAt location={location} place={place} />
    </Activity>,
    coming && next !== key && adminActive ? (
      <Activity key={next} mode="hidden">
        <PageAt {...coming} />
      </Activity>
    ) : null,
  ]
}

interface PageAtProps {
  readonly location: Location
  readonly place: Route
}

/** A page that knows its own address only: it is not drawn anew when that becomes the browser's. */
const PageAt = memo(
  function PageAt({ location, place }: PageAtProps) {
    return (
      <LocationContext value={location}>
        <ErrorBoundary>
          <Suspense fallback={<PageSkeleton />}>
            <Content place={place} />
          </Suspense>
        </ErrorBoundary>
      </LocationContext>
    )
  },
  (a, b) => isSameRoute(a.place, b.place) && sameLocation(a.location, b.location),
)

/** Tells whether a page remains without a licence: those of any signed-in person, but for those of a store's figures. */
const stays = (place: Route): boolean =>
  place.kind === 'screen' && place.screen.gate === 'logged' && !('dashboard' in place.screen.body)

/** Two addresses of the same key are the same page: a form's tabs. */
function keyOf(place: Route): string {
  if (place.kind === 'screen') return place.screen.path
  if (place.kind === 'import') return place.load.path
  if (place.kind === 'report') return place.report.path
  return place.kind === 'list' ? place.register.name : `${place.register.name} ${place.id}`
}

function Content({ place }: { readonly place: Route }) {
  const [query] = useSearchParams()
  if (place.kind === 'list') return <ListPage register={place.register} />
  if (place.kind === 'screen') return <ScreenPage screen={place.screen} rest={place.rest} />
  if (place.kind === 'import') return <ImportPage load={place.load} />
  if (place.kind === 'report') return <ReportPage report={place.report} />
  return <FormPage register={place.register} id={place.id} tab={place.tab} variant={query.get('variant') ?? undefined} />
}
