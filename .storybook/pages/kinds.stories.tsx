import { KindInputs } from './KindInputs.tsx'

export default { title: 'Revisão/Tipos de campo' }

export const Empty = { name: 'Vazio', render: () => <KindInputs state="empty" /> }
export const Filled = { name: 'Preenchido', render: () => <KindInputs state="filled" /> }
export const Invalid = { name: 'Com erro', render: () => <KindInputs state="invalid" /> }
export const ReadOnly = { name: 'Só leitura', render: () => <KindInputs state="readOnly" /> }
