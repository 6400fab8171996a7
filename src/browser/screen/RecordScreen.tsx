import { useExpressions } from '../data/expressions.ts'
import { useRegister, useSession } from '../data/session.tsx'
import { PageSkeleton } from '../frame/FrameSkeleton.tsx'
import { NotFound } from '../frame/NotFound.tsx'
import { lazyModule, lazyComponent } from '../frame/page.ts'
import type { ScreenBody } from './body.ts'

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
