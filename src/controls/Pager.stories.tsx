import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { Pager, type PagerProps } from './Pager.tsx'

/** Turns its pages, as in a list. */
function Turning(props: PagerProps) {
  const [page, setPage] = useState(props.page)
  const [perPage, setPerPage] = useState(props.perPage)
  return <Pager {...props} page={page} perPage={perPage} onPage={setPage} onPerPage={setPerPage} />
}

const meta = {
  title: 'Controles/Páginas',
  component: Pager,
  args: { page: 3, perPage: 10, count: 412, sizes: [10, 50, 100], onPage: () => undefined, onPerPage: () => undefined },
  render: args => <Turning {...args} />,
} satisfies Meta<typeof Pager>
export default meta

export const Default: StoryObj<typeof meta> = { name: 'Padrão' }
export const Disabled: StoryObj<typeof meta> = { name: 'Uma só página', args: { page: 1, count: 7 } }
export const Many: StoryObj<typeof meta> = { name: 'Muitos registros', args: { page: 99_999, count: 12_345_678 } }
