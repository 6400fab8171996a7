import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { type Tab, Tabs, tabPanel } from './Tabs.tsx'

/** Tabs with their panel, as in a form. */
function Tabbed({ tabs }: { readonly tabs: readonly Tab[] }) {
  const [value, setValue] = useState(tabs[0]?.id ?? '')
  return (
    <>
      <Tabs
        id="produto"
        label="Produto"
        tabs={tabs}
        value={value}
        problemsLabel={count => `${count} problemas`}
        onChange={setValue}
      />
      <section {...tabPanel('produto', value)}>{tabs.find(({ id }) => id === value)?.title}</section>
    </>
  )
}

const meta = { title: 'Controles/Abas', component: Tabbed } satisfies Meta<typeof Tabbed>
export default meta

const tabs: readonly Tab[] = [
  { id: 'geral', title: 'Geral' },
  { id: 'app', title: 'App delivery', count: 12 },
  { id: 'fiscal', title: 'Fiscal' },
]

export const Default: StoryObj<typeof meta> = { name: 'Padrão', args: { tabs } }
export const Problems: StoryObj<typeof meta> = {
  name: 'Com problemas',
  args: { tabs: tabs.map((tab, at) => (at === 2 ? { ...tab, problems: 3 } : tab)) },
}
export const LongText: StoryObj<typeof meta> = {
  name: 'Texto longo',
  args: {
    tabs: Array.from({ length: 8 }, (_, at) => ({ id: String(at), title: `Impostos e benefícios do estado ${at + 1}` })),
  },
}
