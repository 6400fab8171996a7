import { type ReactNode, useState } from 'react'
import type { Screen } from '../../../../model/model.ts'
import type { Tour } from '../../../../model/screen.ts'
import { usePreferencesBrought } from '../../../data/preferences/preferencesBrought.ts'
import { usePreference } from '../../../data/preferences/usePreference.ts'
import { lazyModule } from '../../../ui/lazyModule.ts'
import { useLazyComponent } from '../../../ui/useLazyComponent.ts'
import { TourOffer } from './TourOffer.tsx'

const loadWalk = lazyModule(() => import('./TourWalk.tsx'))

const isTrue = (kept: unknown): boolean => kept === true

interface TourState {
  begin(): void
  /** The offer, until it was taken or refused, or the walk. */
  readonly shown: ReactNode
}

/** The tour of a page: offered once its figures stand (`ready`) to who has neither taken nor refused it on any machine. */
export function useTour(screen: Screen, tour: Tour | undefined, ready: boolean): TourState {
  const [settled, settle] = usePreference(`tour.${screen.name}`, isTrue)
  const brought = usePreferencesBrought()
  const [walking, setWalking] = useState(false)
  const end = (): void => setWalking(false)
  const Walk = useLazyComponent(loadWalk, walking, end)
  const begin = (): void => {
    settle(true)
    setWalking(true)
  }
  if (!tour || !ready) return { begin, shown: null }
  if (walking) return { begin, shown: Walk ? <Walk tour={tour} onEnd={end} /> : null }
  const offered = brought && !settled
  return { begin, shown: offered ? <TourOffer onBegin={begin} onLater={() => settle(true)} /> : null }
}
