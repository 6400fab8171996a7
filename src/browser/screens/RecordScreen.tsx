import { useRegister, useSession } from '../data/session.tsx'
import { useExpressions } from '../data/useExpressions.ts'
import { PageSkeleton } from '../shell/FrameSkeleton.tsx'
import NotFound from '../shell/NotFound.tsx'
import { lazyComponent, lazyModule } from '../ui/lazyModule.ts'
import type { ScreenBody } from './screenBody.ts'

// By itself: the list of pages leads here.
const FormPage = lazyComponent(lazyModule(() => import('../form/FormPage.tsx')))

/** One record of a register, which an expression finds: the store's own profile. */
export function RecordScreen({ record, rest }: { readonly record: ScreenBody<'record'>; readonly rest: readonly string[] }) {
  const { store } = useSession()
  const register = useRegister(record.register)
  const evaluate = useExpressions(record.register)
  const id = evaluate(record.id, {})
  if (!register || !store) return <NotFound />
  if (id === undefined || id === null) return <PageSkeleton />
  const [first, second] = rest
  return <FormPage register={register} id={String(id)} tab={first === String(id) ? second : first} variant={undefined} />
}
