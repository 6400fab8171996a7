export { loadDigitalMenu } from './demo/digitalMenu.ts'
export { deliveryMenus } from './ports/deliveryMenus.ts'
