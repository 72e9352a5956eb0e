#include "app/commands.h"

int main(int argc, char** argv) { return sightglass::app::RunSightglass(argc, argv); }
