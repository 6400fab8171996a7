import { employeeFlags } from '../stories/rolePermission.ts'
import { Permissions } from './Permissions.tsx'

export default { title: 'Revisão/Permissões' }

export const Matrix = {
  name: 'Matriz · Funcionário',
  render: () => <Permissions view="flags" person="employee" flags={employeeFlags} />,
}

export const MatrixOfOwner = { name: 'Matriz · Proprietário', render: () => <Permissions view="flags" person="owner" /> }

export const MatrixOfAdministrator = {
  name: 'Matriz · Administrador',
  render: () => <Permissions view="flags" person="administrator" />,
}

export const PlacesOfEmployee = {
  name: 'Telas · Funcionário',
  render: () => <Permissions view="places" person="employee" flags={employeeFlags} />,
}

export const PlacesOfOwner = { name: 'Telas · Proprietário', render: () => <Permissions view="places" person="owner" /> }

export const PlacesOfAdministrator = {
  name: 'Telas · Administrador',
  render: () => <Permissions view="places" person="administrator" />,
}

export const Roles = { name: 'Papéis', render: () => <Permissions view="roles" person="employee" flags={employeeFlags} /> }
