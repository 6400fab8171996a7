import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { Switch, type SwitchProps } from './Switch.tsx'

/** Goes on and off. */
function Switching(props: SwitchProps) {
  const [on, setOn] = useState(props.checked)
  return <Switch {...props} checked={on} onChange={setOn} />
}

const meta = {
  title: 'Controles/Chave',
  component: Switch,
  args: { checked: true, 'aria-label': 'Produto ativo', onChange: () => undefined },
  render: args => <Switching {...args} />,
} satisfies Meta<typeof Switch>
export default meta

export const Default: StoryObj<typeof meta> = { name: 'Padrão' }
export const Off: StoryObj<typeof meta> = { name: 'Fora', args: { checked: false } }
export const Disabled: StoryObj<typeof meta> = { name: 'Desligado', args: { disabled: true } }
export const Busy: StoryObj<typeof meta> = { name: 'Gravando', args: { busy: true } }
