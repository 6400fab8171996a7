import { Messages } from './Messages.tsx'

export default { title: 'Revisão/Mensagens' }

export const Catalogue = { name: 'Catálogo', render: () => <Messages /> }
