export function execute( {
}
