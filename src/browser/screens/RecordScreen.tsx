import { chakra } from '@chakra-ui/react/styled-system'
import { CircleAlert, Inbox } from 'lucide-react'
import { Button } from '../../controls/Button.tsx'
import { EmptyState } from '../../controls/EmptyState.tsx'
import { Icon } from '../../controls/Icon.tsx'
import type { Register, Screen } from '../../model/model.ts'
import { isActionDialogBuilt } from '../actions/actionDialogNames.ts'
import { actionsAt } from '../actions/actions.ts'
import { useRows } from '../data/registerRows.ts'
import { useMay, useRegister, useSession, useTranslate } from '../data/session.tsx'
import { useExpressions } from '../data/useExpressions.ts'
import { useFormActions } from '../form/useFormActions.tsx'
import { PageSkeleton } from '../shell/FrameSkeleton.tsx'
import NotFound from '../shell/NotFound.tsx'
import { lazyComponent, lazyModule } from '../ui/lazyModule.ts'
import { ScreenHead } from './ScreenHead.tsx'
import type { ScreenBody } from './screenBody.ts'
import { useLeastLoading } from './states/leastTime.ts'

// By itself: the list of pages leads here.
const FormPage = lazyComponent(lazyModule(() => import('../form/FormPage.tsx')))

interface Props {
  readonly screen: Screen
  readonly record: ScreenBody<'record'>
  readonly rest: readonly string[]
}

/** One record of a register: the one that an expression finds, or the only one that the store has. */
export function RecordScreen({ screen, record, rest }: Props) {
  const { store } = useSession()
  const register = useRegister(record.register)
  const evaluate = useExpressions(record.register)
  if (!register || !store) return <NotFound />
  const [first, second] = rest
  if (record.id === undefined) return <OnlyRecord screen={screen} register={register} tab={first} />
  const id = evaluate(record.id, {})
  if (id === undefined || id === null) return <PageSkeleton />
  return <FormPage register={register} id={String(id)} tab={first === String(id) ? second : first} variant={undefined} />
}

interface OnlyProps {
  readonly screen: Screen
  readonly register: Register
}

/** The only record of the store: shown, made by its first save, or told to be missing, with what brings it. */
function OnlyRecord({ screen, register, tab }: OnlyProps & { readonly tab: string | undefined }) {
  const say = useTranslate()
  const may = useMay()
  const { rows, loading, error, reload } = useRows(register.name, { limit: 1, fields: ['id'] })
  const waiting = useLeastLoading(loading, error !== undefined, screen.loading)
  if (waiting) return <PageSkeleton />
  if (error)
    return (
      <EmptyState
        page
        icon={<CircleAlert />}
        title={say(register.texts.loadFailed ?? 'load-failed')}
        text={error.message}
        action={
          <Button look="solid" onClick={reload}>
            {say('retry')}
          </Button>
        }
      />
    )
  const id = rows[0]?.id
  if (id !== undefined || may(register.access.create))
    return <FormPage register={register} id={id} tab={tab} variant={undefined} base={screen.path} home={screen.path} />
  return <MissingRecord screen={screen} register={register} />
}

/** There is no record, and nobody types one: what the definition offers over a list brings it. */
function MissingRecord({ screen, register }: OnlyProps) {
  const say = useTranslate()
  const may = useMay()
  const [run, dialog] = useFormActions(register)
  const offered = actionsAt(register, 'list', may).filter(isActionDialogBuilt)
  return (
    <chakra.div p={{ base: '4', md: '6' }}>
      <ScreenHead screen={screen} />
      <EmptyState
        icon={<Inbox />}
        title={say(register.texts.empty ?? 'empty')}
        action={offered.map(action => (
          <Button
            key={action.id}
            look="solid"
            icon={action.icon ? <Icon name={action.icon} /> : undefined}
            onClick={() => void run(action, { ids: [] })}
          >
            {action.title}
          </Button>
        ))}
      />
      {dialog}
    </chakra.div>
  )
}
