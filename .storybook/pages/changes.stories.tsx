import review from 'virtual:review'
import { Changes } from '../review/Changes.tsx'
import { exampleReview } from '../review/example.ts'

export default { title: 'Revisão/Mudanças' }

export const Latest = { name: 'Última revisão', render: () => <Changes review={review} /> }

export const Example = { name: 'Exemplo', render: () => <Changes review={exampleReview} /> }

export const None = { name: 'Nenhuma revisão', render: () => <Changes review={null} /> }
