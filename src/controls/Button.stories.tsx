import type { Meta, StoryObj } from '@storybook/react-vite'
import { Pencil, Plus } from 'lucide-react'
import { Button, ButtonLink, IconButton } from './Button.tsx'

export default { title: 'Controles/Botões' } satisfies Meta

const looks = ['solid', 'outline', 'subtle', 'ghost', 'link'] as const
const row = { display: 'flex', gap: 8, flexWrap: 'wrap', alignItems: 'center', marginBottom: 8 } as const

interface State {
  readonly text?: string
  readonly disabled?: boolean
  readonly busy?: boolean
}

/** Every look in both sizes, plain and dangerous. */
function Buttons({ text = 'Salvar', ...state }: State) {
  return (['md', 'sm'] as const).flatMap(size =>
    [false, true].map(danger => (
      <div key={`${size}${danger}`} style={row}>
        {looks.map(look => (
          <Button key={look} look={look} size={size} danger={danger} icon={<Plus aria-hidden />} {...state}>
            {text}
          </Button>
        ))}
        <IconButton label="Editar" size={size} danger={danger} {...state}>
          <Pencil aria-hidden />
        </IconButton>
      </div>
    )),
  )
}

export const Default: StoryObj = { name: 'Padrão', render: () => <Buttons /> }
export const Disabled: StoryObj = { name: 'Desligado', render: () => <Buttons disabled /> }
export const Busy: StoryObj = { name: 'Ocupado', render: () => <Buttons busy /> }
export const LongText: StoryObj = {
  name: 'Texto longo',
  render: () => <Buttons text="Enviar preços e promoções a todas as filiais da rede" />,
}
export const Links: StoryObj = {
  name: 'Com a cara de botão, mas leva a uma página',
  render: () => (
    <div style={row}>
      {looks.map(look => (
        <ButtonLink key={look} look={look} href="#fim">
          Novo produto
        </ButtonLink>
      ))}
    </div>
  ),
}
