import { chakra } from '@chakra-ui/react/styled-system'
import { useRef, useState } from 'react'
import { toneIcon } from '../../../controls/Banner.tsx'
import { Chip } from '../../../controls/Chip.tsx'
import { Icon } from '../../../controls/Icon.tsx'
import { Popover } from '../../../controls/overlays/Popover.tsx'
import type { Register, Screen } from '../../../model/model.ts'
import type { StatesView } from '../../../model/screen.ts'
import { useModel, useRegister } from '../../data/session.tsx'
import { State } from './StatesScreen.tsx'
import { useStateContext } from './useStateContext.ts'

/** States that stand in the top bar, each opening its page there. */
export default function TopStates() {
  const { screens } = useModel()
  return Object.values(screens).map(screen =>
    screen.top && 'states' in screen.body ? <TopState key={screen.name} screen={screen} view={screen.body.states} /> : null,
  )
}

interface Props {
  readonly screen: Screen
  readonly view: StatesView
}

function TopState({ screen, view }: Props) {
  const register = useRegister(view.register)
  return register ? <Standing screen={screen} view={view} register={register} /> : null
}

/** The bar of a phone, and of a tablet beside its open menu; controls/button.css names it. */
const narrow = '@container top-bar (width < 44rem)'

const Trigger = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    borderRadius: 'full',
    cursor: 'pointer',
    flexShrink: 0,
    minHeight: { base: '2.75rem', md: '2.25rem' },
    px: '1',
    [narrow]: { minWidth: '2.75rem', px: '0' },
  },
})

function Standing({ screen, view, register }: Props & { readonly register: Register }) {
  const [context, dialog] = useStateContext(screen, view, register)
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const state = context.ready ? view.states.find(({ when }) => context.evaluate(when) === true) : undefined
  if (!state) return null
  const Sign = toneIcon[state.tone]
  return (
    <>
      <Trigger
        ref={anchor}
        type="button"
        aria-expanded={open}
        aria-haspopup="dialog"
        aria-label={`${screen.title}: ${state.title}`}
        onClick={() => setOpen(!open)}
      >
        <chakra.span css={{ [narrow]: { display: 'none' } }}>
          <Chip tone={state.tone}>{state.title}</Chip>
        </chakra.span>
        {/* There is room for the sign alone. */}
        <chakra.span
          display="none"
          css={{ [narrow]: { display: 'inline-flex' } }}
          colorPalette={state.tone}
          color="colorPalette.fg"
        >
          {state.icon ? <Icon name={state.icon} size="1.25rem" /> : <Sign aria-hidden size={20} />}
        </chakra.span>
      </Trigger>
      <Popover
        open={open}
        anchor={anchor}
        side="bottom-end"
        role="dialog"
        aria-label={screen.title}
        width="24rem"
        p="2"
        onClose={reason => {
          setOpen(false)
          if (reason === 'escape') anchor.current?.focus()
        }}
      >
        <State state={state} context={context} bare />
      </Popover>
      {dialog}
    </>
  )
}
