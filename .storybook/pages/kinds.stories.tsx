import { KindSheet } from './KindSheet.tsx'

export default { title: 'Revisão/Tipos de campo' }

export const Empty = { name: 'Vazio', render: () => <KindSheet state="empty" /> }
export const Filled = { name: 'Preenchido', render: () => <KindSheet state="filled" /> }
export const Invalid = { name: 'Com erro', render: () => <KindSheet state="invalid" /> }
export const ReadOnly = { name: 'Só leitura', render: () => <KindSheet state="readOnly" /> }
