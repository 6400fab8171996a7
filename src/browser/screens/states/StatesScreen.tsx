import { chakra } from '@chakra-ui/react/styled-system'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import { Chip } from '../../../controls/Chip.tsx'
import { Skeleton } from '../../../controls/Skeleton.tsx'
import type { Register, Screen } from '../../../model/model.ts'
import type { StatesView, StateView } from '../../../model/screen.ts'
import { failureText } from '../../actions/failureText.ts'
import { replyParams } from '../../actions/replyParams.ts'
import { useRegister, useSession, useTranslate } from '../../data/session.tsx'
import NotFound from '../../shell/NotFound.tsx'
import { dateTimeText } from '../../ui/dateTimeText.ts'
import { ScreenHead } from '../ScreenHead.tsx'
import { useLeastLoading } from './leastTime.ts'
import { StateItems } from './StateItems.tsx'
import { type StateContext, useStateContext } from './useStateContext.ts'

interface Props {
  readonly screen: Screen
  readonly view: StatesView
}

/** A page over the one record that the store has of a register, in the state that it is in. */
export default function StatesScreen({ screen, view }: Props) {
  const register = useRegister(view.register)
  return register ? <Page screen={screen} view={view} register={register} /> : <NotFound />
}

function Page({ screen, view, register }: Props & { readonly register: Register }) {
  const say = useTranslate()
  const [context, dialog] = useStateContext(screen, view, register)
  const { error, reload, arriving } = context
  const state = context.ready ? view.states.find(({ when }) => context.evaluate(when) === true) : undefined
  const waiting = useLeastLoading(state === undefined || arriving, error !== undefined, screen.loading)
  return (
    <chakra.div width="100%" maxWidth="48rem" p={{ base: '4', md: '6' }}>
      <ScreenHead screen={screen} />
      {error ? (
        <Banner tone="danger" actions={<Button onClick={reload}>{say('retry')}</Button>}>
          {failureText(say(register.texts.loadFailed ?? 'load-failed'), error.message)}
        </Banner>
      ) : waiting || !state ? (
        <chakra.div aria-busy role="status" aria-label={say('loading')}>
          <Skeleton height="12rem" radius="0.625rem" />
        </chakra.div>
      ) : (
        <State key={state.title} state={state} context={context} />
      )}
      {dialog}
    </chakra.div>
  )
}

interface StateProps {
  readonly state: StateView
  readonly context: StateContext
  /** Without a frame: something else holds it. */
  readonly bare?: boolean
}

/** A state with what it shows and offers. */
export function State({ state, context, bare = false }: StateProps) {
  const say = useTranslate()
  const { zone } = useSession()
  const since = state.since === undefined ? undefined : context.row?.[state.since]
  return (
    <chakra.section
      aria-label={state.title}
      {...(bare
        ? { p: '3' }
        : { bg: 'bg.panel', borderWidth: '1px', borderColor: 'border', borderRadius: 'lg', p: { base: '4', md: '6' } })}
      display="flex"
      flexDirection="column"
      gap="4"
    >
      <chakra.div display="flex" gap="2" alignItems="center" flexWrap="wrap" role="status">
        <Chip tone={state.tone}>{state.title}</Chip>
        {typeof since === 'string' ? (
          <chakra.span textStyle="note">{say('since', { moment: dateTimeText(since, zone) })}</chakra.span>
        ) : null}
      </chakra.div>
      {state.text ? <chakra.p color="fg.muted">{say(state.text, replyParams(context.row))}</chakra.p> : null}
      <StateItems rows={state.rows} context={context} />
    </chakra.section>
  )
}
