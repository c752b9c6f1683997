// No test of a component has to wait for the code of a payment.
import '../pay-eager.js'
