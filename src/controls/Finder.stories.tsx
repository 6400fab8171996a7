import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { Finder } from './Finder.tsx'
import type { FinderOption } from './finderOption.ts'

const stores: readonly FinderOption[] = [
  { id: '1', title: 'Matriz', detail: '12.345.678/0001-95', current: true },
  { id: '2', title: 'Filial Centro', detail: '12.345.678/0002-76' },
  { id: '3', title: 'Quiosque do Parque Municipal das Mangabeiras, ao lado do portão sul', detail: 'sem CNPJ' },
]

const meta = {
  title: 'Controles/Localizador',
  component: Finder,
  args: {
    label: 'Lojas',
    placeholder: 'Buscar loja…',
    find: text => stores.filter(({ title }) => title.toLowerCase().includes(text.toLowerCase())),
    empty: text => `Nada se chama “${text}”.`,
    onChoose: () => undefined,
  },
} satisfies Meta<typeof Finder>
export default meta

export const Default: StoryObj<typeof meta> = { name: 'Padrão' }
export const ListOnly: StoryObj<typeof meta> = { name: 'Sem a caixa', args: { box: false } }
export const NothingFound: StoryObj<typeof meta> = {
  name: 'Nada encontrado',
  args: { typed: () => ({ text: 'Niterói', enter: false }) },
}

/** Keys that come with the box itself stand behind those that came before it. */
export const TypedAhead: StoryObj<typeof meta> = {
  name: 'Digitado antes da caixa',
  args: {
    typed: () => {
      queueMicrotask(typeNext)
      return { text: 'Fil', enter: false }
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('combobox')).toHaveValue('Fili')
    await expect(canvas.getByRole('option', { name: /Filial Centro/ })).toBeVisible()
  },
}

/** One more letter at the end of what the box holds, as a browser enters it. */
function typeNext(): void {
  const box = document.querySelector<HTMLInputElement>('input[role=combobox]')
  box?.focus()
  document.execCommand('insertText', false, 'i')
}
