import type { Meta, StoryObj } from '@storybook/react-vite'
import { Search } from 'lucide-react'
import { TextArea, TextInput } from './TextInput.tsx'

const long = 'Suco de laranja integral sem adição de açúcar, garrafa de vidro retornável de 900 ml, caixa com 12'

interface State {
  readonly text?: string
  readonly disabled?: boolean
  readonly readOnly?: boolean
  readonly invalid?: boolean
}

/** A plain box, one with a unit, one with an icon, and one of several lines. */
function Boxes({ text = 'Suco de laranja', ...state }: State) {
  return (
    <div style={{ display: 'grid', gap: 8 }}>
      <TextInput aria-label="Nome" defaultValue={text} {...state} />
      <TextInput aria-label="Preço" defaultValue="19,90" align="end" before="R$" {...state} />
      <TextInput aria-label="Busca" placeholder="Buscar…" after={<Search aria-hidden />} {...state} />
      <TextArea aria-label="Descrição" defaultValue={text} {...state} />
    </div>
  )
}

export default { title: 'Controles/Caixas de texto' } satisfies Meta

export const Default: StoryObj = { name: 'Padrão', render: () => <Boxes /> }
export const Disabled: StoryObj = { name: 'Desligada', render: () => <Boxes disabled /> }
export const ReadOnly: StoryObj = { name: 'Só de leitura', render: () => <Boxes readOnly /> }
export const Invalid: StoryObj = { name: 'Com erro', render: () => <Boxes invalid /> }
export const LongText: StoryObj = { name: 'Texto longo', render: () => <Boxes text={`${long}, ${long}`} /> }
