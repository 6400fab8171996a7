export { demoAccounts, demoPassword } from './demo/demoAccounts.ts'
export { loadPartners } from './demo/loadPartners.ts'
export { loadMemberships, loadUsers } from './demo/loadUsers.ts'
